import AppStore
import ArgumentParser
import Foundation
import Ledger
import Notation

/// `purser verify`: verifies signed data offline.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify what the App Store signed, offline, and print its content.",
        discussion: """
            Example:
              purser verify --bundle-id com.example.shop --environment Sandbox transaction.jws
              purser verify --bundle-id com.example.shop --app-apple-id 1234567890 --environment Production \\
                --lines notifications.txt
              purser verify --bundle-id com.example.shop --environment Sandbox --kind receipt \\
                --device-identifier 6F1D3A52-9C0E-4B7A-8D42-5E0B7C9A1F23 receipt.der

            Prints one JSON object per input: {"valid":true,"kind":...,"payload":{...}} with the parts of a
            notification decoded in place, or {"valid":false,"code":...,"detail":...}. The codes are listed in
            docs/reference/error-codes.md. A receipt (PKCS #7) may be in Base64 or in its original form; its payload is
            written in the form of Apple's verifyReceipt. A receipt from before iOS 7 cannot be verified offline: its
            content is shown, and it is never valid.

            Exit status: 0 if every input is valid, 1 if one is not, 64 for wrong usage, 69 if a file cannot be
            read.
            """
    )

    @Option(help: "The kind of input: auto, notification, transaction, renewal, app-transaction or receipt.")
    var kind: Kind = .auto

    @Option(name: .customLong("bundle-id"), help: "The expected bundle id.")
    var bundleID: String

    @Option(name: .customLong("app-apple-id"), help: "The app's Apple ID; required for Production.")
    var appAppleID: Int64?

    @Option(help: "The expected environment: Production, Sandbox or Xcode.")
    var environment: Environment

    @Option(
        name: .customLong("root"),
        help: """
            A root certificate (DER or PEM) to trust instead of Apple's; may be repeated. With --environment Xcode: \
            the certificate that Xcode saved for StoreKit testing.
            """
    )
    var roots: [String] = []

    @Option(
        help: ArgumentHelp(
            "The device for which a receipt must have been created: identifierForVendor, or a Mac's network address.",
            valueName: "uuid"
        )
    )
    var deviceIdentifier: String?

    @Flag(help: "Each line of the input is one compact JWS, or one receipt in Base64.")
    var lines = false

    @Argument(help: "The file to read, or - for standard input.")
    var file: String = "-"

    /// The kinds of input.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case auto
        case notification
        case transaction
        case renewal
        case appTransaction = "app-transaction"
        case receipt
    }

    /// The environments of verification.
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case production = "Production"
        case sandbox = "Sandbox"
        case xcode = "Xcode"

        /// Reads an environment, ignoring case.
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
                "--environment Production requires --app-apple-id, the app's Apple ID."
            )
        }
        if self.environment == .xcode, self.roots.count != 1 {
            throw ValidationError(
                "--environment Xcode requires exactly one --root: the certificate that Xcode saved (Editor, Save "
                    + "Public Certificate)."
            )
        }
        if self.bundleID.isEmpty { throw ValidationError("--bundle-id must not be empty.") }
        if let deviceIdentifier {
            guard self.kind == .receipt || self.kind == .auto else {
                throw ValidationError("--device-identifier is for receipts: add --kind receipt.")
            }
            guard DeviceIdentifier.bytes(of: deviceIdentifier) != nil else {
                throw ValidationError(
                    "--device-identifier \(deviceIdentifier): use the UUID of identifierForVendor, or a Mac's network "
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
    /// Returns the DER bytes of the certificate in a file.
    static func der(at path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            StandardStream.error.write(
                line: "\(path): cannot be read. Use the path of a root certificate, DER or PEM."
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

/// The identifier of a device in its receipts.
enum DeviceIdentifier {
    /// Returns the 16 bytes of `identifierForVendor`, or the six of a Mac's network address, from hexadecimal digits
    /// with optional hyphens or colons; `nil` for anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        return digits.count == 32 || digits.count == 12 ? Hexadecimal.bytes(digits) : nil
    }
}
