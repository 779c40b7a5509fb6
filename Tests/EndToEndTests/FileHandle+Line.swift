import Foundation

extension FileHandle {
    /// The next line, without its end; `nil` where the other side has closed before there was one.
    func line() throws -> String? {
        var line: [UInt8] = []
        while let byte = try self.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
