package museum;

import jason.environment.grid.Area;
import jason.environment.grid.GridWorldModel;
import jason.environment.grid.Location;

class Plan extends GridWorldModel {
  static final int CASE = 16;
  static final int LAMP = 32;
  final Location exit = new Location(0, 7);
  final Area hall = new Area(2, 2, 6, 6);

  Plan() {
    super(9, 8, 3);
    addWall(1, 1, 7, 1);
    add(CASE, 3, 3);
    add(CASE, new Location(5, 5));
    add(LAMP, 3, 3);
    set(LAMP, 8, 0);
    setAgPos(0, exit);
    setAgPos(1, 2, 2);
    setAgPos(2, new Location(6, 6));
  }

  boolean towards(int agent, int x, int y) {
    Location at = getAgPos(agent);
    int dx = Integer.compare(x, at.x);
    int dy = Integer.compare(y, at.y);
    for (Location next :
        new Location[] {
          new Location(at.x + dx, at.y + dy),
          new Location(at.x + dx, at.y),
          new Location(at.x, at.y + dy)
        }) {
      if (!next.equals(at) && isFree(next)) {
        setAgPos(agent, next);
        return true;
      }
    }
    return false;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int y = 0; y < getHeight(); y++) {
      for (int x = 0; x < getWidth(); x++) {
        text.append(
            hasObject(AGENT, x, y)
                ? 'A'
                : hasObject(CASE, x, y)
                    ? 'C'
                    : hasObject(OBSTACLE, x, y) ? '#' : hasObject(LAMP, x, y) ? '*' : '.');
      }
      text.append('/');
    }
    return text.toString();
  }
}
