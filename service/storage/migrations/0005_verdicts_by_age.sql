-- The verdicts judged longest ago make room for new ones. Programs before this one never look.

CREATE INDEX deal_verdict_by_age ON deal_verdict (judged_at);
