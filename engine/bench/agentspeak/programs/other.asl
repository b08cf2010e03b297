+!ball(I)[source(Player)] <- .send(Player, achieve, ball(I - 1)).
