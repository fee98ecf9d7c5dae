package streamerapi.pages;

import streamerapi.shared.auth.Role;

import java.util.Arrays;
import java.util.List;

/// An entry of the pages' navigation. A new page is one constant here; the order is that of the navigation.
public enum Section {
    HOME(Group.LIVE, "Home", "home", Role.MODERATOR),
    QUEUE(Group.LIVE, "Queue", "queue", Role.MODERATOR),
    MEDIA(Group.LIVE, "Media", "media", Role.MODERATOR),
    REVIEW(Group.LIVE, "Review", "review", Role.MODERATOR),
    CONNECTIONS(Group.STREAM, "Connections", "connections", Role.SUPER_ADMIN),
    OVERLAYS(Group.STREAM, "Overlays", "overlays", Role.SUPER_ADMIN),
    ALERTS(Group.STREAM, "Alerts", "alerts", Role.SUPER_ADMIN),
    LIBRARY(Group.STREAM, "Library", "library", Role.SUPER_ADMIN),
    GOALS(Group.STREAM, "Goals", "goals", Role.SUPER_ADMIN),
    STREAM_TIMER(Group.STREAM, "Stream timer", "goals/timer", Role.MODERATOR),
    COUNTERS(Group.STREAM, "Counters", "counters", Role.MODERATOR),
    COMMANDS(Group.STREAM, "Commands", "commands", Role.SUPER_ADMIN),
    TIMERS(Group.STREAM, "Timers", "timers", Role.SUPER_ADMIN),
    BOT(Group.STREAM, "Bot", "bot", Role.SUPER_ADMIN),
    TIP_PAGE(Group.MONEY, "Tip page", "tip-page", Role.SUPER_ADMIN),
    MONEY(Group.MONEY, "Money", "money", Role.SUPER_ADMIN),
    TIPS(Group.MONEY, "Tips", "tips", Role.MODERATOR),
    LEADERBOARD(Group.MONEY, "Leaderboard", "leaderboard", Role.MODERATOR),
    VIEWERS(Group.MONEY, "Viewers", "viewers", Role.MODERATOR),
    API_KEYS(Group.DEVELOPERS, "API keys", "api-keys", Role.SUPER_ADMIN),
    WEBHOOKS(Group.DEVELOPERS, "Webhooks", "webhooks", Role.SUPER_ADMIN),
    APPS(Group.DEVELOPERS, "My apps", "apps", Role.SUPER_ADMIN),
    SETTINGS(Group.PINNED, "Settings", "settings", Role.SUPER_ADMIN),
    TEAM(Group.ACCOUNT, "Team", "team", Role.SUPER_ADMIN),
    CONNECTED_APPS(Group.ACCOUNT, "Connected apps", "connected-apps", Role.SUPER_ADMIN),
    ACCOUNT(Group.ACCOUNT, "Account", "account", Role.MODERATOR);

    /// Entries that belong together.
    public enum Group {
        LIVE("Live"),
        STREAM("Stream"),
        MONEY("Money"),
        DEVELOPERS("Developers"),
        ACCOUNT("Account"),
        PINNED("Settings");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /// The title above its entries.
        public String title() {
            return title;
        }

        /// Whether the group is folded until one of its pages is open.
        public boolean isFolded() {
            return this == DEVELOPERS;
        }

        /// Whether the group stays in sight at the navigation's end, however long that is.
        public boolean isPinned() {
            return this == PINNED;
        }

        /// The entries of this group that a role reaches.
        public List<Section> sections(Role role) {
            return Arrays.stream(Section.values())
                    .filter(section -> section.group == this && role.includes(section.role))
                    .toList();
        }
    }

    private final Group group;
    private final String title;
    private final String path;
    private final Role role;

    Section(Group group, String title, String path, Role role) {
        this.group = group;
        this.title = title;
        this.path = path;
        this.role = role;
    }

    /// The title in the navigation.
    public String title() {
        return title;
    }

    /// Its address below [Site#PLACE], by which pages name their section.
    public String path() {
        return path;
    }

    /// The address of its page.
    public String address() {
        return Site.PLACE + "/" + path;
    }
}
