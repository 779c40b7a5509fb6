package import Ledger

extension Session {
    /// Throws unless a write reaches the disk now.
    package func probe() throws {
        try self.run(.countProbe)
    }
}
