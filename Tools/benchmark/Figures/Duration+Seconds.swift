extension Duration {
    /// The same as a number of seconds.
    var seconds: Double {
        Double(self.components.seconds) + Double(self.components.attoseconds) * 1e-18
    }

    /// The same as a number of milliseconds.
    var milliseconds: Double { self.seconds * 1000 }
}
