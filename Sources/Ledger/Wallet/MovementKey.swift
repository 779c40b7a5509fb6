/// By what a movement is known when it is asked for again, as whoever asked spells it.
package typealias MovementKey = Identifier<Movement>
