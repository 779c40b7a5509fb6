extension World {
    /// The rules by which the world misbehaves now.
    public var activeFaults: [WorldFault] {
        self.look { $0.faults.active(at: $0.now) }
    }
}
