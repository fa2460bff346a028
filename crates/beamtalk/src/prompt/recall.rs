//! The history as the line editor searches it: reedline's own search in memory, over
//! entries that `history.rs` keeps on the disk.

use reedline::{
    FileBackedHistory, History as Searched, HistoryItem, HistoryItemId, HistorySessionId, Result,
    SearchQuery,
};

use crate::prompt::history::{CAPACITY, History};

pub(crate) struct Recall {
    memory: FileBackedHistory,
    disk: History,
}

impl Recall {
    pub(crate) fn of(disk: History) -> Recall {
        // Without a file of its own it only fails for a size that no machine has.
        let mut memory = FileBackedHistory::new(2 * CAPACITY).unwrap_or_default();
        for entry in &disk.entries {
            let _ = memory.save(HistoryItem::from_command_line(entry));
        }
        Recall { memory, disk }
    }
}

impl Searched for Recall {
    fn save(&mut self, mut item: HistoryItem) -> Result<HistoryItem> {
        item.command_line.truncate(item.command_line.trim_end().len());
        // What cannot be written can still be recalled until the end.
        let _ = self.disk.add(&item.command_line);
        self.memory.save(item)
    }

    fn load(&self, id: HistoryItemId) -> Result<HistoryItem> {
        self.memory.load(id)
    }

    fn count(&self, query: SearchQuery) -> Result<i64> {
        self.memory.count(query)
    }

    fn search(&self, query: SearchQuery) -> Result<Vec<HistoryItem>> {
        self.memory.search(query)
    }

    fn update(
        &mut self,
        id: HistoryItemId,
        updater: &dyn Fn(HistoryItem) -> HistoryItem,
    ) -> Result<()> {
        self.memory.update(id, updater)
    }

    fn clear(&mut self) -> Result<()> {
        self.memory.clear()
    }

    fn delete(&mut self, id: HistoryItemId) -> Result<()> {
        self.memory.delete(id)
    }

    fn sync(&mut self) -> std::io::Result<()> {
        self.memory.sync()
    }

    fn session(&self) -> Option<HistorySessionId> {
        self.memory.session()
    }
}
