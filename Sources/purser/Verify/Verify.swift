import AppStore
import ArgumentParser
import Foundation
import Ledger
import Notation

/// `purser verify`: whether something is really Apple's, and what it says.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies what the App Store signed, offline, and prints what it says.",
        discussion: """
            Example:
              purser verify --bundle-id com.example.shop --environment Sandbox transaction.jws
              purser verify --bundle-id com.example.shop --app-apple-id 1234567890 --environment Production \\
                --lines notifications.txt
              purser verify --bundle-id com.example.shop --environment Sandbox --kind receipt \\
                --device-identifier 6F1D3A52-9C0E-4B7A-8D42-5E0B7C9A1F23 receipt.der

            Prints one JSON object per input: {"valid":true,"kind":...,"payload":{...}} with the parts of a
            notification decoded in place, or {"valid":false,"code":...,"detail":...}. The codes are listed in
            docs/reference/error-codes.md. A receipt (PKCS #7) may be in Base64 or as it lies on the device; its payload is
            written as Apple's verifyReceipt writes it. One from before iOS 7 proves nothing offline: what it says is
            shown, and it is never valid.

            Exit status: 0 when every input is valid, 1 when one is not, 64 for wrong usage, 69 when a file cannot be
            read.
            """
    )

    @Option(help: "What the input is: auto, notification, transaction, renewal, app-transaction or receipt.")
    var kind: Kind = .auto

    @Option(name: .customLong("bundle-id"), help: "The bundle id that it must belong to.")
    var bundleID: String

    @Option(name: .customLong("app-apple-id"), help: "The app's number in the App Store; needed for Production.")
    var appAppleID: Int64?

    @Option(help: "The environment that it must belong to: Production, Sandbox or Xcode.")
    var environment: Environment

    @Option(
        name: .customLong("root"),
        help: """
            A root certificate (DER or PEM) to trust instead of Apple's; may be given several times. With \
            --environment Xcode: the certificate that Xcode saved for StoreKit testing.
            """
    )
    var roots: [String] = []

    @Option(
        help: ArgumentHelp(
            "The device that a receipt must have been made for: identifierForVendor, or a Mac's network address.",
            valueName: "uuid"
        )
    )
    var deviceIdentifier: String?

    @Flag(help: "Each line of the input is one compact JWS, or one receipt in Base64.")
    var lines = false

    @Argument(help: "The file to read, or - for standard input.")
    var file: String = "-"

    /// What the input may be said to be.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case auto
        case notification
        case transaction
        case renewal
        case appTransaction = "app-transaction"
        case receipt
    }

    /// The environments that can be verified.
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case production = "Production"
        case sandbox = "Sandbox"
        case xcode = "Xcode"

        /// The environment that a person means, however he writes its letters.
        init?(argument: String) {
            guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) else {
                return nil
            }
            self = known
        }
    }

    func validate() throws {
        if self.environment == .production, self.appAppleID == nil {
            throw ValidationError(
                "--environment Production needs --app-apple-id, the app's number in the App Store, to check against."
            )
        }
        if self.environment == .xcode, self.roots.count != 1 {
            throw ValidationError(
                "--environment Xcode needs exactly one --root: the certificate that Xcode saved (Editor, Save Public Certificate)."
            )
        }
        if self.bundleID.isEmpty { throw ValidationError("--bundle-id must not be empty.") }
        if let deviceIdentifier {
            guard self.kind == .receipt || self.kind == .auto else {
                throw ValidationError("--device-identifier is for receipts: add --kind receipt.")
            }
            guard DeviceIdentifier.bytes(of: deviceIdentifier) != nil else {
                throw ValidationError(
                    "--device-identifier \(deviceIdentifier): write the UUID of identifierForVendor, or a Mac's network "
                        + "address: 16 or 6 bytes in hexadecimal."
                )
            }
        }
    }

    func run() throws {
        let inspection = Inspection(
            verifier: try self.verifier(),
            kind: self.kind,
            bundleID: self.bundleID,
            environment: self.environment,
            device: self.deviceIdentifier.flatMap(DeviceIdentifier.bytes),
            now: Timestamp(milliseconds: Ambient.live.now().milliseconds)
        )
        let longest = self.kind == .receipt ? ReceiptContents.maximumByteCount : InputLines.maximumLine
        let input = try InputLines(path: self.file, longestLine: longest)
        guard self.lines else {
            let verdict = inspection.verdict(on: try input.all(upTo: ReceiptContents.maximumByteCount))
            StandardStream.output.write(line: String(decoding: verdict.json, as: UTF8.self))
            if !verdict.isValid { throw ExitStatus.negative.error }
            return
        }
        var (count, validCount) = (0, 0)
        while let line = try input.next() {
            let verdict = inspection.verdict(on: line)
            count += 1
            if verdict.isValid { validCount += 1 }
            StandardStream.output.write(line: String(decoding: verdict.json, as: UTF8.self))
        }
        if count == 0 {
            StandardStream.error.write(line: "The input has no line: expected one compact JWS or receipt on each.")
        }
        if count == 0 || validCount < count { throw ExitStatus.negative.error }
    }

    private func verifier() throws -> SignedDataVerifier {
        let certificates = try self.roots.map { try CertificateFile.der(at: $0) }
        let anchors: TrustAnchors
        do {
            if self.environment == .xcode {
                anchors = try TrustAnchors(roots: [], xcodeCertificate: certificates.first)
            } else {
                anchors = try certificates.isEmpty ? .apple : TrustAnchors(roots: certificates)
            }
        } catch {
            StandardStream.error.write(line: "--root: this is not a usable certificate (\(error.rawValue)).")
            throw ExitStatus.badData.error
        }
        let environment = AppStoreEnvironment(rawValue: self.environment.rawValue)
        guard
            let identity = AppIdentity(
                bundleID: self.bundleID,
                appAppleID: self.appAppleID,
                environments: [environment]
            )
        else { throw ValidationError("--bundle-id and --app-apple-id do not name an app.") }
        return SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: identity)
    }
}

/// A certificate in a file, DER or PEM.
enum CertificateFile {
    /// The DER bytes of the certificate in a file.
    static func der(at path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            StandardStream.error.write(
                line: "\(path): cannot be read. Give the path of a root certificate, DER or PEM."
            )
            throw ExitStatus.unavailable.error
        }
        let text = String(decoding: data, as: UTF8.self)
        guard let begin = text.range(of: "-----BEGIN CERTIFICATE-----"),
            let end = text.range(of: "-----END CERTIFICATE-----"),
            begin.upperBound <= end.lowerBound
        else { return Array(data) }
        let body = text[begin.upperBound..<end.lowerBound]
        guard let der = Data(base64Encoded: String(body), options: .ignoreUnknownCharacters) else {
            StandardStream.error.write(line: "\(path): the PEM text is not base64.")
            throw ExitStatus.badData.error
        }
        return Array(der)
    }
}

/// What tells a device apart in its receipts.
enum DeviceIdentifier {
    /// The 16 bytes of `identifierForVendor`, or the six of a Mac's network address, from hexadecimal digits that may
    /// have hyphens or colons between them; `nil` for anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        return digits.count == 32 || digits.count == 12 ? Hexadecimal.bytes(digits) : nil
    }
}
