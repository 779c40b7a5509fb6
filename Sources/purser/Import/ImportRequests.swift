import AppStore
import NIOCore
import PurserHTTP
import PurserService

extension APIClient {
    /// Submits the file of an import, and returns the import once the file is complete.
    func startImport(of chunks: FileChunks, format: ImportFormat, tellsEvents: Bool) async throws -> ImportBody {
        let parameters = [("format", format.rawValue), ("events", tellsEvents ? "on" : "off")] as [(String, String?)]
        return try await self.send(chunks, to: "imports", parameters, contentType: format.mediaType).decoded()
    }

    /// Returns one import.
    func importJob(_ id: String) async throws -> ImportBody {
        try await self.get("imports/\(Self.escaped(id))").decoded()
    }

    /// Retries or cancels an import.
    func changeImport(_ id: String, _ verb: String) async throws -> ImportBody {
        try await self.send(.post, "imports/\(Self.escaped(id))/\(verb)", [], nil).decoded()
    }
}
