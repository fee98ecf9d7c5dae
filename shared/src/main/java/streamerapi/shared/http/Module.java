package streamerapi.shared.http;

import java.util.List;

/// A resource group: its endpoints, built once and served wherever people and programs reach them.
public interface Module {

    /// The group's endpoints, each once.
    List<Endpoint> endpoints();
}
