package import Ledger

extension Session {
    /// Saves signed objects, parts before wholes, and returns the positions of those that were new.
    package func insert(_ evidence: [SignedEvidence], app: Int64) throws -> [EvidenceDigest: Int64] {
        var positions: [EvidenceDigest: Int64] = [:]
        for object in evidence {
            let header = try self.number(ofHeader: object.header, digest: object.headerDigest, app: app)
            let inserted = try self.connection.insert(
                .evidence.insertEvidence,
                [
                    .integer(app), .integer(object.kind.code), .integer(header), .instant(object.signedAt),
                    .bytes(object.digest.bytes), .bytes(object.signature), .bytes(object.payload),
                ]
            )
            guard let whole = inserted else { continue }
            positions[object.digest] = whole
            for (ordinal, part) in object.parts.enumerated() {
                let position = try positions[part.digest] ?? self.position(of: part.digest, app: app)
                try self.run(
                    .evidence.insertPart,
                    [.integer(whole), .integer(Int64(ordinal)), .integer(Int64(part.offset)), .integer(position)]
                )
            }
        }
        return positions
    }

    /// Returns the position of evidence that other rows refer to; throws where it is not stored.
    package func position(of digest: EvidenceDigest, app: Int64) throws -> Int64 {
        let position = try self.first(.evidence.evidencePosition, [.integer(app), .bytes(digest.bytes)]) { row in
            try row.integer()
        }
        guard let position else { throw RepositoryError.corrupt }
        return position
    }

    /// Saves a notification and returns whether it is new.
    package func insert(
        _ notification: NotificationEvidence,
        at position: Int64,
        receivedAt: Instant,
        scope: Scope
    ) throws -> Bool {
        let inserted = try self.change(
            .evidence.insertNotification,
            [
                .integer(scope.number),
                .uuid(notification.uuid),
                .integer(position),
                .integer(try self.number(ofInternedString: notification.type, app: scope.app)),
                .optional(try notification.subtype.map { try self.number(ofInternedString: $0, app: scope.app) }),
                .optionalIdentifier(notification.transactionID?.rawValue),
                .instant(notification.signedAt),
                .instant(receivedAt),
            ]
        )
        if inserted > 0 { return true }
        let repeated: [SQLValue] = [.instant(receivedAt), .integer(scope.number), .uuid(notification.uuid)]
        try self.run(.evidence.repeatNotification, repeated)
        return false
    }

    /// Deletes held evidence, and returns whether there was any.
    package func releaseHeld(_ digest: EvidenceDigest, app: Int64) throws -> Bool {
        try self.change(.held.releaseHeld, [.integer(app), .bytes(digest.bytes)]) > 0
    }
}
