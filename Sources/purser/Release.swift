/// Which release this program is.
package enum Release {
    /// The version, by Semantic Versioning; the changelog has an entry for each that was released.
    package static let version = "0.1.0-dev"
}
