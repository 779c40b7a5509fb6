/// Which notifications a history is to hold.
public enum NotificationSelection: Hashable, Sendable {
    /// All of the app's.
    case all
    /// Those of a type, and of one of its subtypes where one is given.
    case type(NotificationType, NotificationSubtype? = nil)
    /// Those of the customer who made a transaction.
    case transaction(String)
}
