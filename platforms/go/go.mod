module agon/platforms/go

go 1.26

require agon/platforms/golang v0.0.0

replace agon/platforms/golang => ../golang
