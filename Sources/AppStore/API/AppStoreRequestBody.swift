/// What a request to Apple carries.
enum AppStoreRequestBody: Hashable, Sendable {
    /// A JSON text.
    case json([UInt8])
    /// A picture.
    case png([UInt8])

    /// The bytes.
    var bytes: [UInt8] {
        switch self {
        case .json(let bytes), .png(let bytes): bytes
        }
    }

    /// What the bytes are, for the header.
    var contentType: String {
        switch self {
        case .json: "application/json"
        case .png: "image/png"
        }
    }
}
