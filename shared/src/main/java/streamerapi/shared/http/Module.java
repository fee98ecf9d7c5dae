package streamerapi.shared.http;

import java.util.List;

/// A resource group: its endpoints, built once and served to people and programs.
public interface Module {

    /// The group's endpoints, each once.
    List<Endpoint> endpoints();
}
