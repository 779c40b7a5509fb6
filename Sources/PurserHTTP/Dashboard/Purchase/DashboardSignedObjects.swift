import AppStore
import Crypto
import Ledger
import PurserService

/// Where the objects are stored that Apple signed about a purchase, as far as the newest events of its customer tell.
///
/// The ledger keeps the content of an object and not its digest, so the objects that caused events are compared with it.
struct DashboardSignedObjects: Sendable {
    /// The maximum number of pages of events that are looked through; the newest ones.
    private static let maximumPages = 5
    /// The number of events in a page.
    private static let pageCount = 200
    /// The maximum number of objects that are read.
    private static let maximumObjects = 40

    /// The service that reads events and objects.
    let service: CustomerService
    /// The app, in the environment of the purchase.
    let app: DashboardApp

    /// Returns the page of each stored object by the digest of its content.
    ///
    /// - Parameters:
    ///   - wanted: The digests of the contents.
    ///   - owner: The customer in whose events the objects are looked for; nothing is found without one.
    ///   - isAbout: Whether the body of an event is about the purchase.
    /// - Returns: The addresses of the pages that were found.
    /// - Throws: The problem why the events or the objects could not be read.
    func paths(
        of wanted: Set<PayloadDigest>,
        of owner: CustomerID?,
        where isAbout: (_ noun: String, _ body: JSONValue) -> Bool
    ) async throws -> [PayloadDigest: String] {
        guard let owner else { return [:] }
        var found: [PayloadDigest: String] = [:]
        var seen: Set<EvidenceDigest> = []
        var cursor: TimelineCursor?
        for _ in 0..<Self.maximumPages {
            guard let page = try await self.events(of: owner, after: cursor) else { break }
            for entry in page.entries {
                guard found.count < wanted.count, seen.count < Self.maximumObjects else { return found }
                guard case .event(let event) = entry.subject, event.environment == self.app.environment,
                    let cause = event.cause, !seen.contains(cause), let body = try? JSONValue(json: event.body),
                    isAbout(event.name.noun, body)
                else { continue }
                var next = [cause]
                while let digest = next.popLast() {
                    guard seen.insert(digest).inserted, let document = try await self.document(digest) else { continue }
                    next += document.parts
                    guard let content = document.payload.flatMap({ Self.digest(of: $0) }), wanted.contains(content)
                    else { continue }
                    found[content] = self.app.path("evidence", digest.hexadecimal)
                }
            }
            guard let following = page.next else { break }
            cursor = following
        }
        return found
    }

    /// Returns a page of a customer's events, newest first; `nil` for a customer who is not known any more.
    private func events(of owner: CustomerID, after cursor: TimelineCursor?) async throws -> TimelinePage? {
        do throws(CustomerError) {
            return try await self.service.timeline(
                of: owner,
                in: self.app.app,
                kinds: [.event],
                after: cursor,
                limit: Self.pageCount
            )
        } catch .refused(.unknownCustomer) {
            return nil
        } catch {
            throw Problem.customer(error)
        }
    }

    /// Returns a stored object; `nil` where it is not stored.
    private func document(_ digest: EvidenceDigest) async throws -> SignedDocument? {
        do throws(CustomerError) {
            return try await self.service.evidence(digest, in: self.app.app)
        } catch .unknownEvidence {
            return nil
        } catch {
            throw Problem.customer(error)
        }
    }

    /// Returns the digest by which the ledger knows a content.
    private static func digest(of payload: [UInt8]) -> PayloadDigest? {
        EvidenceDigest(Array(SHA256.hash(data: payload))).map { PayloadDigest($0) }
    }
}
