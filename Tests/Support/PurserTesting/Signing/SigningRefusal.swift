/// Why a test authority cannot sign.
package enum SigningRefusal: Error {
    /// Its leaf has a key that ES256 cannot use.
    case leafKeyNotP256
}
