/// The rows of a statement that runs, of which one at a time can be read.
package protocol SQLRows: AnyObject {
    /// Goes on to the next row and says whether there is one.
    func next() throws -> Bool

    /// Ends the run, so that the statement holds no lock and no memory.
    func finish()

    /// What a column of the row holds; columns count from 0.
    func kind(of column: Int) -> SQLKind

    /// The integer in a column.
    func integer(at column: Int) -> Int64

    /// The text in a column.
    func text(at column: Int) -> String

    /// The bytes in a column.
    func bytes(at column: Int) -> [UInt8]

    /// How many bytes are in a column.
    func byteCount(at column: Int) -> Int

    /// Whether a column bears the mark of a value that lies elsewhere: no bytes at all, which is not the same as nothing.
    func isMark(at column: Int) -> Bool

    /// The 16 bytes in a column as two numbers, the first byte being the highest of the first.
    func halves(at column: Int) -> (high: UInt64, low: UInt64)
}
