/// The name of a key for people; it is no secret and opens nothing.
package typealias AccessKeyID = Identifier<AccessKey>
