/// One of Apple's notifications that the books hold, as a relay should send it.
package struct BookedNotification: Hashable, Sendable {
    /// What it is called in what is said of it.
    package let name: String
    /// Its UUID; a notification that comes twice is relayed once.
    package let uuid: String
    /// Apple's name of it: the type.
    package let type: String
    /// Its environment.
    package let environment: String
    /// SHA-256 of the body that was sent, in lowercase hexadecimal.
    package let digest: String

    /// A notification of these values.
    package init(name: String, uuid: String, type: String, environment: String, digest: String) {
        self.name = name
        self.uuid = uuid
        self.type = type
        self.environment = environment
        self.digest = digest
    }
}
