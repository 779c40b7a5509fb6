import AppStore
import PurserTesting

extension SigningAuthority {
    /// A signed notification of a purchase of a consumable, one for each number.
    func charge(_ number: Int) throws -> [UInt8] {
        try self.sign(
            SamplePayloads.notification(
                type: .oneTimeCharge,
                subtype: nil,
                uuid: "uuid-\(number)",
                transaction: try self.sign(SamplePayloads.consumable(id: "9\(number)")),
                status: nil
            )
        ).bytes
    }
}
