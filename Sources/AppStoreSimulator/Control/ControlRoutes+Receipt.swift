import Foundation
import Hummingbird
import Notation

extension ControlRoutes {
    /// What apps that do not know StoreKit 2 hold.
    var receipts: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "customers/{name}/receipt",
                summary: "The app receipt of a customer's device, as apps send it.",
                query: [
                    ("app", "The bundle id, where the world has several apps."),
                    ("digest", "`sha1` for a receipt as Apple signed until 2023; otherwise `sha256`."),
                ]
            ) { request, context, hosted in
                let customer = WorldCustomer(name: try context.parameters.require("name"))
                let digest = request.uri.queryParameters["digest"].map(String.init) ?? "sha256"
                guard let digest = ReceiptSigner.Digest(rawValue: digest) else {
                    throw WorldError.invalidValue(field: "digest", digest)
                }
                let receipt = try hosted.world.receipt(
                    of: customer,
                    in: request.uri.queryParameters["app"].map(String.init),
                    isSHA1: digest == .sha1
                )
                let device = Hexadecimal.text(receipt.device)
                return try ControlJSON.response(
                    ControlResponse.Receipt(receipt: Data(receipt.bytes).base64EncodedString(), device: device)
                )
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "shared-secret",
                summary: "What an app shares with the store for verifyReceipt and version 1 of notifications.",
                query: [("app", "The bundle id, where the world has several apps.")]
            ) { request, _, hosted in
                let app = request.uri.queryParameters["app"].map(String.init)
                let secret = try hosted.world.sharedSecret(of: app)
                return try ControlJSON.response(ControlResponse.SharedSecret(sharedSecret: secret))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "transactions/{id}/receipt",
                summary: "The transaction receipt of a purchase, as apps sent it before iOS 7."
            ) { _, context, hosted in
                let bytes = try hosted.world.transactionReceipt(for: try context.parameters.require("id"))
                return try ControlJSON.response(
                    ControlResponse.Receipt(receipt: Data(bytes).base64EncodedString(), device: nil)
                )
            },
        ]
    }
}
