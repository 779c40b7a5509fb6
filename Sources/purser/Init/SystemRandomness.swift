/// Random bytes from the operating system, fit for keys.
package enum SystemRandomness {
    /// So many random bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
}
