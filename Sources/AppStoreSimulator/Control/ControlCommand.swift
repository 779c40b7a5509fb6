/// The bodies of the control interface's commands that are no actions.
enum ControlCommand {
    /// How the clock runs.
    struct Clock: Decodable, Sendable {
        /// How many times as fast as a wall clock; 0 to stand still.
        let rate: Double
    }

    /// A name for a clone or a snapshot.
    struct Name: Decodable, Sendable {
        let name: String
    }
}
