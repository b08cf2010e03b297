module agon/platforms/golang

go 1.26
