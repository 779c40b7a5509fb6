/// The numbers of one environment of one app.
struct Scope: Hashable, Sendable {
    /// The number of the app and environment together.
    let number: Int64
    /// The number of the app.
    let app: Int64
}
