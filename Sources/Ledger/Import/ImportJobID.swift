/// The name of one import, which people copy from one place to another.
package typealias ImportJobID = Identifier<ImportJob>
