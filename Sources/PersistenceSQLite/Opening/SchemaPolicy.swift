/// What becomes of a database whose schema is not the newest.
package enum SchemaPolicy: Sendable {
    /// It is brought up to date, and made if it is not there.
    case migrate
    /// It is refused, and so is one that is not there.
    case requireCurrent
}
