import Foundation
import Hummingbird
import Notation

extension ControlRoutes {
    /// The routes with the receipts of apps without StoreKit 2.
    var receipts: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "customers/{name}/receipt",
                summary: "Get the app receipt of a customer's device, in the form in which apps send it.",
                query: [
                    ("app", "The bundle id; required where the world has several apps."),
                    ("digest", "`sha1` for a receipt as Apple signed it until 2023; the default is `sha256`."),
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
                summary: "Get the shared secret of an app, for verifyReceipt and version 1 notifications.",
                query: [("app", "The bundle id; required where the world has several apps.")]
            ) { request, _, hosted in
                let app = request.uri.queryParameters["app"].map(String.init)
                let secret = try hosted.world.sharedSecret(of: app)
                return try ControlJSON.response(ControlResponse.SharedSecret(sharedSecret: secret))
            },
            ControlRoute(
                scope: .world,
                method: .get,
                path: "transactions/{id}/receipt",
                summary: "Get the transaction receipt of a purchase, in the format before iOS 7."
            ) { _, context, hosted in
                let bytes = try hosted.world.transactionReceipt(for: try context.parameters.require("id"))
                return try ControlJSON.response(
                    ControlResponse.Receipt(receipt: Data(bytes).base64EncodedString(), device: nil)
                )
            },
        ]
    }
}
