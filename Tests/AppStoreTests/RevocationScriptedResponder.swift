import AppStore
import PurserTesting
import SwiftASN1
import Synchronization
import X509

/// A responder of a whole authority with scripted answers.
final class RevocationScriptedResponder: Sendable {
    enum Behavior: Sendable {
        /// Answers according to the recipe, with its times moved to the present.
        case answers(RevocationRecipe)
        case fails(RevocationError)
        /// Keeps the caller waiting until it gives up.
        case hangs
    }

    private struct State: Sendable {
        var behavior: [UInt8: Behavior] = [:]
        var questions: [UInt8: Int] = [:]
        var addresses: Set<String> = []
        var nonces: Set<[UInt8]> = []
    }

    private let authority: RevocationAuthority
    private let clock: ManualClock
    private let state = Mutex(State())

    init(authority: RevocationAuthority, clock: ManualClock) {
        self.authority = authority
        self.clock = clock
    }

    var now: Int64 { RevocationAuthority.start + self.clock.elapsedMilliseconds }
    var addresses: Set<String> { self.state.withLock { $0.addresses } }
    var nonces: Set<[UInt8]> { self.state.withLock { $0.nonces } }

    /// Returns the number of questions about a certificate.
    func questions(about serial: UInt8) -> Int {
        self.state.withLock { $0.questions[serial] ?? 0 }
    }

    func set(_ behavior: Behavior, for serials: UInt8...) {
        self.state.withLock { state in
            for serial in serials { state.behavior[serial] = behavior }
        }
    }

    var transport: OCSPTransport {
        OCSPTransport { address, bytes throws(RevocationError) in
            let (serial, nonce) = try Self.read(bytes)
            let behavior = self.state.withLock { state in
                state.questions[serial, default: 0] += 1
                state.addresses.insert(address)
                state.nonces.insert(nonce)
                return state.behavior[serial] ?? .answers(RevocationRecipe())
            }
            switch behavior {
            case .fails(let error): throw error
            case .hangs:
                try? await self.clock.sleep(for: .seconds(1_000_000))
                throw .unreachable
            case .answers(let recipe): return try self.response(recipe, serial: serial)
            }
        }
    }

    private func response(_ recipe: RevocationRecipe, serial: UInt8) throws(RevocationError) -> [UInt8] {
        let isIntermediate = serial == 2
        let signer = isIntermediate ? self.authority.root : self.authority.intermediate
        do {
            let certificate =
                isIntermediate
                ? self.authority.intermediate.certificate : try RevocationAuthority(leafSerial: serial).leaf
            let shift = self.now - RevocationAuthority.start
            var recipe = recipe
            recipe.producedAt += shift
            recipe.thisUpdateAt += shift
            recipe.nextUpdateAt = recipe.nextUpdateAt.map { $0 + shift }
            let id = try OCSPCertificateID(certificate: certificate, issuer: signer.certificate)
            return try recipe.response(to: id, signer: signer)
        } catch {
            throw .malformed
        }
    }

    /// Reads serial number and nonce with its own simple parser of the request.
    private static func read(_ bytes: [UInt8]) throws(RevocationError) -> (UInt8, [UInt8]) {
        // SEQ { SEQ { SEQ OF { SEQ { CertID } } ... nonce } }: the serial number is the only integer of one byte that
        // follows the key's hash; the nonce ends the request.
        let marker = [0x02, 0x01] as [UInt8]
        guard let place = bytes.indices.first(where: { $0 > 60 && bytes[$0...].starts(with: marker) }),
            bytes.count > 34
        else { throw .malformed }
        return (bytes[place + 2], Array(bytes.suffix(32)))
    }
}
