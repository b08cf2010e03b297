package osl.manager.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Marks a method that messages can name. */
@Target(ElementType.METHOD)
public @interface message {}
