/// A connection whose other end is not the address that was dialled.
package struct StrayConnectionError: Error {}
