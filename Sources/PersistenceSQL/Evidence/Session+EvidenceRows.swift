package import Ledger

extension Session {
    /// Saves signed objects, parts before wholes, and returns the positions of those that were new.
    package func insert(_ evidence: [SignedEvidence], app: Int64) throws -> [EvidenceDigest: Int64] {
        var positions: [EvidenceDigest: Int64] = [:]
        for object in evidence {
            guard let whole = try self.insert(object, app: app) else { continue }
            positions[object.digest] = whole
            for (ordinal, part) in object.parts.enumerated() {
                let position = try positions[part.digest] ?? self.position(of: part.digest, app: app)
                try self.add(
                    .evidencePart,
                    [.integer(whole), .integer(Int64(ordinal)), .integer(Int64(part.offset)), .integer(position)]
                )
            }
        }
        return positions
    }

    /// Saves a signed object, and returns its position, or `nil` if it was stored.
    private func insert(_ object: SignedEvidence, app: Int64) throws -> Int64? {
        let header = try self.number(ofHeader: object.header, digest: object.headerDigest, app: app)
        let values: [SQLValue] = [
            .integer(app), .integer(object.kind.code), .integer(header), .instant(object.signedAt),
            .bytes(object.digest.bytes), .bytes(object.signature), .bytes(object.payload),
        ]
        let key = LocalID(app, object.digest)
        return try self.saving { group in
            let position: Int64
            let known = try self.remembered(Self.positions, key)
            if known == .some(nil), let taken = group.takeNumber(.evidence.takePositions) {
                position = taken
                group.add(.evidence, [.integer(position)] + values)
            } else {
                // It refers to nothing that waits.
                guard known ?? nil == nil,
                    let inserted = try self.connection.insert(.evidence.insertEvidence, values)
                else { return nil }
                group.countWritten()
                position = inserted
            }
            group.loaded.positions.keep(position, for: key)
            return position
        }
    }

    /// Returns the position of evidence that other rows refer to; throws where it is not stored.
    package func position(of digest: EvidenceDigest, app: Int64) throws -> Int64 {
        guard let position = try self.load(Self.positions, LocalID(app, digest)) else { throw RepositoryError.corrupt }
        return position
    }

    /// The positions of evidence.
    private static let positions = Lookup<LocalID<EvidenceDigest>, Int64?>(
        .evidence.evidencePosition,
        in: \.positions,
        none: nil
    ) { position, row in
        position = try row.integer()
    }

    /// Returns the positions of evidence that the open group does not know as a set to load, so that it will know them.
    func set(ofEvidence objects: [(app: Int64, evidence: SignedEvidence)], in group: GroupCommit) -> KeySet {
        let positions = group.loaded.positions
        for object in objects { positions.keep(nil, for: LocalID(object.app, object.evidence.digest)) }
        let keys = objects.map { object -> [SQLValue] in
            [.integer(object.app), .bytes(object.evidence.digest.bytes), .instant(object.evidence.signedAt)]
        }
        return KeySet(.evidence.datedPosition, keys) { place, row in
            positions.keep(try row.integer(), for: LocalID(objects[place].app, objects[place].evidence.digest))
        }
    }

    /// Saves a notification and returns whether it is new.
    package func insert(
        _ notification: NotificationEvidence,
        at position: Int64,
        receivedAt: Instant,
        scope: Scope
    ) throws -> Bool {
        let id = LocalID(scope.number, notification.uuid)
        let key: [SQLValue] = [.integer(scope.number), .uuid(notification.uuid)]
        let values: [SQLValue] =
            key + [
                .integer(position),
                .integer(try self.number(ofInternedString: notification.type, app: scope.app)),
                .optional(try notification.subtype.map { try self.number(ofInternedString: $0, app: scope.app) }),
                .optionalIdentifier(notification.transactionID?.rawValue),
                .instant(notification.signedAt),
                .instant(receivedAt),
            ]
        return try self.saving { group in
            guard try self.load(Self.notifications, id) else {
                group.loaded.notifications.keep(true, for: id)
                group.add(.notification, values)
                return true
            }
            group.put(.repeatedNotification, [group.repeats(.repeatedNotification, key), .instant(receivedAt)] + key)
            return false
        }
    }

    /// Whether notifications are stored.
    static let notifications = Lookup<LocalID<String>, Bool>(
        .healing.hasNotification,
        in: \.notifications,
        none: false,
        by: \.uuid
    ) { isStored, _ in
        isStored = true
    }

    /// Deletes held evidence, and returns whether there was any.
    package func releaseHeld(_ digest: EvidenceDigest, app: Int64) throws -> Bool {
        try self.change(.held.releaseHeld, [.integer(app), .bytes(digest.bytes)]) > 0
    }
}

extension LocalID<String> {
    /// The number of the app and environment, and the id of a notification.
    fileprivate var uuid: [SQLValue] { [.integer(self.place), .uuid(self.id)] }
}
