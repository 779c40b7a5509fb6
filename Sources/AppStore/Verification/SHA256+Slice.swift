import Crypto

extension SHA256 {
    /// Takes in the bytes of a slice without copying them.
    mutating func update(contentsOf slice: ArraySlice<UInt8>) {
        unsafe slice.withUnsafeBytes { bytes in
            unsafe self.update(bufferPointer: bytes)
        }
    }
}
