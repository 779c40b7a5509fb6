extension World {
    /// The whole state, as it is; costs nothing until the world goes on.
    func snapshot() -> WorldState {
        self.look { $0 }
    }

    /// Goes back to a state this world had; what happened since has not happened.
    func restore(_ state: WorldState) {
        self.update { $0 = state }
    }
}
