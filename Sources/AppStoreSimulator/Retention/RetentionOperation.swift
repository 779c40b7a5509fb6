/// An operation of the Retention Messaging API with what its path names.
package enum RetentionOperation: Hashable, Sendable {
    case uploadImage(String)
    case deleteImage(String)
    case getImageList
    case uploadMessage(String)
    case deleteMessage(String)
    case getMessageList
    case configureDefault(product: String, locale: String)
    case deleteDefault(product: String, locale: String)
    case getDefault(product: String, locale: String)
    case configureRealtimeURL
    case deleteRealtimeURL
    case getRealtimeURL
    case initiatePerformanceTest
    case getPerformanceTestResult(String)

    /// The operation of a request, or `nil` when there is none; `path` has its segments decoded, from
    /// `/inApps/v1/messaging/` on.
    package init?(method: String, path: [String]) {
        switch (method, path.first, path.count) {
        case ("GET", "image", 2) where path[1] == "list": self = .getImageList
        case ("PUT", "image", 2): self = .uploadImage(path[1])
        case ("DELETE", "image", 2): self = .deleteImage(path[1])
        case ("GET", "message", 2) where path[1] == "list": self = .getMessageList
        case ("PUT", "message", 2): self = .uploadMessage(path[1])
        case ("DELETE", "message", 2): self = .deleteMessage(path[1])
        case ("PUT", "default", 3): self = .configureDefault(product: path[1], locale: path[2])
        case ("DELETE", "default", 3): self = .deleteDefault(product: path[1], locale: path[2])
        case ("GET", "default", 3): self = .getDefault(product: path[1], locale: path[2])
        case ("PUT", "realtime", 2) where path[1] == "url": self = .configureRealtimeURL
        case ("DELETE", "realtime", 2) where path[1] == "url": self = .deleteRealtimeURL
        case ("GET", "realtime", 2) where path[1] == "url": self = .getRealtimeURL
        case ("POST", "performanceTest", 1): self = .initiatePerformanceTest
        case ("GET", "performanceTest", 3) where path[1] == "result": self = .getPerformanceTestResult(path[2])
        default: return nil
        }
    }
}
