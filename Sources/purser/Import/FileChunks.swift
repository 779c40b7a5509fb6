import Foundation
import NIOCore

/// A file or standard input, read in chunks.
struct FileChunks: AsyncSequence, Sendable {
    /// The size of a chunk in bytes.
    private static let chunk = 64 * 1024

    private let path: String
    private let handle: FileHandle
    private let onRead: @Sendable (Int64) -> Void

    /// The length of the file in bytes; `nil` for standard input.
    let length: Int64?

    /// Opens a file, or standard input for `-`; `onRead` gets the number of bytes that were read so far.
    init(path: String, onRead: @escaping @Sendable (Int64) -> Void) throws {
        if path == "-" {
            self.handle = .standardInput
            self.length = nil
        } else if let handle = FileHandle(forReadingAtPath: path),
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType != .typeDirectory
        {
            self.handle = handle
            self.length = (attributes[.size] as? NSNumber)?.int64Value
        } else {
            StandardStream.error.write(
                line: "\(path): cannot be read. Use the path of a file, or - for standard input."
            )
            throw ExitStatus.unavailable.error
        }
        self.path = path
        self.onRead = onRead
    }

    /// Returns an iterator from the beginning.
    func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

    /// The iterator over the chunks.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate let chunks: FileChunks
        private var count: Int64 = 0

        fileprivate init(chunks: FileChunks) {
            self.chunks = chunks
        }

        /// Returns the next chunk; `nil` at the end.
        mutating func next() async throws -> ByteBuffer? {
            guard let data = try self.chunks.handle.read(upToCount: FileChunks.chunk), !data.isEmpty else {
                return nil
            }
            self.count += Int64(data.count)
            self.chunks.onRead(self.count)
            return ByteBuffer(bytes: data)
        }
    }
}
