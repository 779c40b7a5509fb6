import AppStore
import Ledger
import Logging

extension HistoryReading {
    /// A notification that the history lists.
    private struct Listed {
        let uuid: String?
        let compact: [UInt8]
        /// Whether Apple says that this server took it.
        let wasTaken: Bool
    }

    /// What became of one that the ledger lacked.
    private struct Taken {
        let wasTaken: Bool
        let result: Result<IngestOutcome, IngestError>
    }

    private func take(_ item: Listed) async -> Taken {
        do throws(IngestError) {
            let outcome = try await self.ingest.notification(item.compact, for: self.app, isSent: false)
            return Taken(wasTaken: item.wasTaken, result: .success(outcome))
        } catch {
            return Taken(wasTaken: item.wasTaken, result: .failure(error))
        }
    }

    /// Takes in what a page lists and the ledger lacks, and says what the comparison has shown, and whether there was
    /// room to hold everything that must wait.
    func take(
        _ items: [NotificationHistoryResponseItem],
        in environment: StoreEnvironment
    ) async throws(HealingError) -> (count: HistoryCount, hasRoom: Bool) {
        let listed = items.compactMap { item in
            item.signedPayload.map { signed in
                Listed(
                    uuid: Self.uuid(in: signed.bytes),
                    compact: signed.bytes,
                    wasTaken: item.sendAttempts?.contains { $0.sendAttemptResult == .success } ?? false
                )
            }
        }
        let missing: Set<String>
        do {
            missing = try await self.repository.missingNotifications(
                listed.compactMap(\.uuid),
                of: self.app.name,
                environment: environment
            )
        } catch {
            throw .storage(error)
        }
        let unknown = listed.filter { item in item.uuid.map(missing.contains) ?? true }
        let results = await withTaskGroup(of: Taken.self) { group in
            for item in unknown { group.addTask { await self.take(item) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var count = HistoryCount(listed: items.count, refused: items.count - listed.count)
        var hasRoom = true
        for taken in results {
            switch taken.result {
            case .success(.recorded(let recorded)):
                // A world that plays one environment answers for both; what it lists twice is not missing.
                guard recorded.isNew else { continue }
                count.missing += 1
                if taken.wasTaken { count.lost += 1 }
            case .success(.held): break
            case .failure(.refused(let error)), .failure(.notOurs(let error)):
                count.refused += 1
                self.logger.error(
                    "Apple's history holds a notification that cannot be taken in.",
                    metadata: ["app": "\(self.app.name)", "code": "\(error.code.rawValue)"]
                )
            case .failure(.quarantineFull): hasRoom = false
            case .failure(let error): throw .evidence(error)
            }
        }
        if count.lost > 0 {
            self.logger.error(
                "Apple says that notifications were taken which were not in the ledger; they are now.",
                metadata: [
                    "app": "\(self.app.name)", "environment": "\(environment.rawValue)", "count": "\(count.lost)",
                ]
            )
        }
        return (count, hasRoom)
    }

    /// The id that a notification claims to have, unverified: good for asking whether it is in the ledger, where only
    /// verified ones are.
    private static func uuid(in compact: [UInt8]) -> String? {
        let parts = compact.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(parts[1]) else { return nil }
        return (try? NotificationPayload(json: json))?.notificationUUID
    }
}
