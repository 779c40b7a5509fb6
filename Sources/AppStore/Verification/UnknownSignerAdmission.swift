/// Decides whether the certificates of a signer that is not known yet may be verified now.
///
/// That costs up to two signature checks on P-384, which a stranger can ask for as often as they like. Data whose signer
/// is known is verified without asking.
public struct UnknownSignerAdmission: Sendable {
    let admits: @Sendable () -> Bool

    /// An admission; `admits` is asked once for each unknown pair of certificates, and must not block.
    public init(_ admits: @escaping @Sendable () -> Bool) {
        self.admits = admits
    }
}
