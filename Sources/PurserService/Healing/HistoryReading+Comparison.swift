import AppStore
import Ledger
import Logging

extension HistoryReading {
    /// A notification in the history.
    private struct Listed {
        let uuid: String?
        let compact: [UInt8]
        /// Whether Apple reports that this server acknowledged the notification.
        let wasTaken: Bool
    }

    /// The result of ingesting a notification that the ledger lacked.
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

    /// Ingests the notifications of a page that the ledger lacks; returns the counts of the comparison, and whether the
    /// quarantine had room for everything that must wait.
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
            missing = try await self.repository.read { view in
                try view.missingNotifications(
                    listed.compactMap(\.uuid),
                    of: self.app.name,
                    environment: environment
                )
            }
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
                // A simulated App Store with one environment answers for both; a notification that it lists twice is
                // not missing.
                guard recorded.isNew else { continue }
                count.missing += 1
                if taken.wasTaken { count.lost += 1 }
            case .success(.held): break
            case .failure(.refused(let error)), .failure(.notOurs(let error)):
                count.refused += 1
                self.logger.error(
                    "Apple's history contains a notification that cannot be ingested.",
                    metadata: ["app": "\(self.app.name)", "code": "\(error.code.rawValue)"]
                )
            case .failure(.quarantineFull): hasRoom = false
            case .failure(let error): throw .evidence(error)
            }
        }
        if count.lost > 0 {
            self.logger.error(
                "Apple reports acknowledged notifications that the ledger lacked; they are recorded now.",
                metadata: [
                    "app": "\(self.app.name)", "environment": "\(environment.rawValue)", "count": "\(count.lost)",
                ]
            )
        }
        return (count, hasRoom)
    }

    /// Returns the unverified id of a notification; it is only used to look the notification up among the verified ones
    /// in the ledger.
    private static func uuid(in compact: [UInt8]) -> String? {
        let parts = compact.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(parts[1]) else { return nil }
        return (try? NotificationPayload(json: json))?.notificationUUID
    }
}
