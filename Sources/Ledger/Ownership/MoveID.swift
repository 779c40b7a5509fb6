/// The name of one move of purchases from one owner to another; both owners' events bear it.
package typealias MoveID = Identifier<OwnershipMove>
