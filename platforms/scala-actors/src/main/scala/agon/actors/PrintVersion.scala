package agon.actors

import scala.util.Properties

/** Prints the version of Scala on the class path; that of its actors is the same. */
object PrintVersion {
  def main(args: Array[String]): Unit = println(Properties.versionNumberString)
}
