/// A connection on which asking costs more than answering: it asks for many units at once, and writes for many at once.
///
/// While a batch is open, what was foreseen is answered from memory, and what is written is kept back and sent together.
/// Whatever else is asked finds everything that was written before it. The error of a statement that was kept back is
/// thrown when it is sent, so nobody knows whose it was.
package protocol BatchingConnection: WritingConnection {
    /// Opens a batch, in a transaction that is open.
    func beginBatch()

    /// Asks now what will be asked later.
    func foresee(_ foresight: Foresight) throws

    /// Says that one unit has ended and another may begin.
    func endUnit()

    /// Sends what was kept back, waits for the answers, and closes the batch.
    func finishBatch() throws
}
