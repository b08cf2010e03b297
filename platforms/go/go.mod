module agon/platforms/go

go 1.26
