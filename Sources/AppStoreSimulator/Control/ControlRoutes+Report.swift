import Hummingbird

extension ControlRoutes {
    /// With what App Store Connect is asked.
    var reports: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "account",
                summary: "The team key and the vendor number with which App Store Connect answers."
            ) { _, _, hosted in
                let account = hosted.world.reportAccount
                return try ControlJSON.response(
                    ControlAnswer.Account(
                        issuerId: account.key.issuerId,
                        keyId: account.key.keyId,
                        privateKey: account.key.privateKeyPEM,
                        vendorNumber: account.vendorNumber
                    )
                )
            }
        ]
    }
}
